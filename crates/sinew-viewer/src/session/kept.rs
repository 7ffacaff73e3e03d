//! Frames kept for scrubbing, within a bounded memory: when it is full, every second frame goes and from then on only every
//! second one is kept.

/// A state in single precision: good enough to look at.
pub struct KeptFrame {
    /// Steps done.
    pub step: usize,
    /// Time in seconds.
    pub time: f64,
    /// Positions of all simulated vertices, then their velocities.
    numbers: Box<[f32]>,
}

/// See the module's head.
pub struct Kept {
    frames: Vec<KeptFrame>,
    /// Of so many frames one is kept.
    stride: usize,
    /// Frames offered so far.
    offered: usize,
    /// Most frames that fit.
    most: usize,
}

impl Kept {
    /// Frames of so many vertices in so many bytes; four frames at least.
    pub fn new(vertices: usize, bytes: usize) -> Self {
        let each = size_of::<KeptFrame>() + 6 * size_of::<f32>() * vertices;
        Self { frames: Vec::new(), stride: 1, offered: 0, most: (bytes / each).max(4) }
    }

    /// Keeps a frame if its turn has come.
    pub fn offer(&mut self, step: usize, time: f64, x: &[f64], v: &[f64]) {
        let turn = self.offered.is_multiple_of(self.stride);
        self.offered += 1;
        if !turn {
            return;
        }
        if self.frames.len() == self.most {
            let mut index = 0;
            self.frames.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
            // The frame at hand stays only if it fits the new stride.
            if !(self.offered - 1).is_multiple_of(self.stride) {
                return;
            }
        }
        let numbers = x.iter().chain(v).map(|x| *x as f32).collect();
        self.frames.push(KeptFrame { step, time, numbers });
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Bytes that the frames take.
    pub fn bytes(&self) -> usize {
        self.frames.iter().map(|f| size_of::<KeptFrame>() + size_of_val(&*f.numbers)).sum()
    }

    /// A frame; its positions and velocities are written to x and v.
    pub fn read(&self, index: usize, x: &mut Vec<f64>, v: &mut Vec<f64>) -> Option<&KeptFrame> {
        let frame = self.frames.get(index)?;
        let (positions, velocities) = frame.numbers.split_at(frame.numbers.len() / 2);
        for (to, from) in [(x, positions), (v, velocities)] {
            to.clear();
            to.extend(from.iter().map(|x| f64::from(*x)));
        }
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_and_the_whole_time_is_covered() {
        let budget = 100_000;
        let mut kept = Kept::new(100, budget);
        let (mut x, mut v) = (vec![0.0; 300], vec![0.0; 300]);
        for step in 0..10_000 {
            x[0] = step as f64;
            kept.offer(step, step as f64, &x, &v);
            assert!(kept.bytes() <= budget);
        }
        assert!(kept.len() >= 20, "{}", kept.len());
        let steps: Vec<usize> = kept.frames.iter().map(|f| f.step).collect();
        assert_eq!(steps[0], 0);
        assert!(steps.windows(2).all(|w| w[1] - w[0] == kept.stride), "{steps:?}");
        let last = kept.len() - 1;
        let step = kept.read(last, &mut x, &mut v).expect("the last").step;
        assert_eq!((step as f64, v.len()), (x[0], 300));
        assert!(step + 2 * kept.stride > 9_999 && kept.read(last + 1, &mut x, &mut v).is_none());
    }
}
