//! The binary messages, little-endian: the topology of a pane and its frames.

use axum::body::Bytes;
use sinew::mechanics::Vec3;
use sinew::output::View;

use crate::words::Shade;

const FRAME: u8 = 1;
const TOPOLOGY: u8 = 2;
/// Bytes before the positions of a frame.
const HEAD: usize = 48;

/// First index and count of a body's share.
pub type Share = [usize; 2];

/// Triangles, lines and pins of a view; and which of them belong to which body.
pub fn topology(pane: usize, view: &View) -> (Bytes, Vec<(Share, Share)>) {
    let (mut triangles, mut lines, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for body in 0..view.bodies.len() {
        let own = (view.triangles(body), view.lines(body));
        shares.push(([triangles.len(), own.0.len()], [lines.len(), own.1.len()]));
        triangles.extend(own.0);
        lines.extend_from_slice(own.1);
    }
    let counts = [view.drawn_vertices(), triangles.len(), lines.len(), view.held.len()];
    let mut out = Vec::with_capacity(20 + 12 * triangles.len() + 8 * lines.len() + 4 * view.held.len());
    out.extend([TOPOLOGY, pane as u8, 0, 0]);
    counts.iter().for_each(|n| out.extend((*n as u32).to_le_bytes()));
    let numbers = triangles.iter().flatten().chain(lines.iter().flatten()).chain(&view.held);
    numbers.for_each(|n| out.extend(n.to_le_bytes()));
    (out.into(), shares)
}

/// What a frame shows.
pub struct Frame<'a> {
    /// Its pane.
    pub pane: usize,
    /// What the values are.
    pub shade: Shade,
    /// Number of the frame, by which a window says that it has seen it.
    pub serial: u32,
    /// Step and time of the state.
    pub step: usize,
    /// In seconds.
    pub time: f64,
    /// Positions of the drawn vertices.
    pub positions: &'a [f64],
    /// One value a drawn vertex, or none.
    pub values: &'a [f64],
    /// Lowest and highest value.
    pub range: [f64; 2],
}

impl Frame<'_> {
    /// The message, with the obstacles of the view where they are at that time.
    pub fn encode(&self, view: &View) -> Bytes {
        let (vertices, poses) = (self.positions.len() / 3, view.obstacles.len());
        let mut out = Vec::with_capacity(HEAD + 4 * (self.positions.len() + self.values.len() + 12 * poses));
        out.extend([FRAME, self.pane as u8, self.shade.number(), 0]);
        out.extend(self.serial.to_le_bytes());
        out.extend((self.step as f64).to_le_bytes());
        out.extend(self.time.to_le_bytes());
        out.extend((vertices as u32).to_le_bytes());
        out.extend((self.values.len() as u32).to_le_bytes());
        self.range.iter().for_each(|x| out.extend((*x as f32).to_le_bytes()));
        out.extend((poses as u32).to_le_bytes());
        out.extend(0u32.to_le_bytes());
        let mut push = |x: f64| out.extend((x as f32).to_le_bytes());
        self.positions.iter().chain(self.values).for_each(|x| push(*x));
        for obstacle in &view.obstacles {
            let pose = obstacle.motion.pose(self.time);
            pose.rotation.transpose().iter().for_each(|x| push(*x));
            pose.position(Vec3::zeros()).iter().for_each(|x| push(*x));
        }
        out.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::output::BodyView;

    #[test]
    fn messages_have_the_layout_of_the_page() {
        let body = BodyView { count: 4, surface: vec![[0, 1, 2]], edges: vec![[2, 3]], ..BodyView::default() };
        let view = View { bodies: vec![body], obstacles: Vec::new(), held: vec![3], up: Vec3::z() };
        let (bytes, shares) = topology(1, &view);
        assert_eq!(shares, [([0, 1], [0, 1])]);
        let words: Vec<u32> =
            bytes[4..].chunks(4).map(|b| u32::from_le_bytes(b.try_into().expect("four bytes"))).collect();
        assert_eq!((bytes[0], bytes[1]), (2, 1));
        assert_eq!(words, [4, 1, 1, 1, 0, 1, 2, 2, 3, 3]);
        let (positions, values) = (vec![1.5; 12], vec![0.25; 4]);
        let (shade, range) = (Shade::Strain, [0.0, 1.0]);
        let frame =
            Frame { pane: 0, shade, serial: 9, step: 3, time: 0.5, positions: &positions, values: &values, range };
        let bytes = frame.encode(&view);
        assert_eq!(bytes.len(), 48 + 4 * 16);
        assert_eq!((bytes[0], bytes[2], bytes[4]), (1, 2, 9));
        assert_eq!(f64::from_le_bytes(bytes[16..24].try_into().expect("eight bytes")), 0.5);
        assert_eq!(f32::from_le_bytes(bytes[48..52].try_into().expect("four bytes")), 1.5);
        assert_eq!(f32::from_le_bytes(bytes[96..100].try_into().expect("four bytes")), 0.25);
    }
}
