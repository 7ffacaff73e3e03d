//! Random scenes from a seed: shapes, laws, stiffnesses, steps, pushes, drags and dampings drawn at random.

/// SplitMix64, so that a seed means the same scene everywhere.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [low, high).
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// Uniform in the logarithm.
    fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    fn choice<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[(self.next() % of.len() as u64) as usize]
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.between(0.0, 1.0) < probability
    }

    fn vector(&mut self, size: f64) -> String {
        let [x, y, z] = std::array::from_fn(|_| self.between(-size, size));
        format!("[{x:.4}, {y:.4}, {z:.4}]")
    }
}

/// What a random scene may hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct Kinds<'a> {
    /// Materials to draw from.
    pub materials: &'a [&'a str],
    /// Obstacles below.
    pub contact: bool,
}

/// The text of scene number `seed`; `integrator` is the content of its section. Steps of 1/200 to 1/24 s, Young's moduli
/// from 1e4 to 1e8 Pa, springs from 1e2 to 1e7 N/m.
pub fn random_scene(seed: u64, steps: usize, integrator: &str, kinds: Kinds) -> String {
    let draw = &mut Draw(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let dt = draw.magnitude(1.0 / 200.0, 1.0 / 24.0);
    let mut text = format!("title = 'random {seed}'\n");
    if draw.chance(0.7) {
        text += &format!("gravity = [0.0, 0.0, {:.3}]\n", -draw.between(0.0, 20.0));
    }
    text += &format!("[time]\ndt = {dt:.6}\nsteps = {steps}\n[integrator]\n{integrator}\n[[body]]\nname = 'body'\n");
    let solid = draw.chance(0.7);
    let (end, size) = if solid {
        let (shape, end, size) = match draw.next() % 3 {
            0 => ("{ kind = 'block', size = [1.0, 0.3, 0.3], cells = [4, 1, 1] }", "[0.0, -0.15, -0.15]", 1.0),
            1 => ("{ kind = 'block', size = [0.5, 0.5, 0.5], cells = [2, 2, 2] }", "[0.0, -0.25, -0.25]", 0.5),
            _ => ("{ kind = 'ball', radius = 0.3, cells = 2 }", "[0.3, 0.0, 0.0]", 0.6),
        };
        let (model, young) = (draw.choice(kinds.materials), draw.magnitude(1e4, 1e8));
        let poisson = draw.between(0.0, 0.45);
        text += &format!(
            "shape = {shape}\nmaterial = {{ model = '{model}', young = {young:.3e}, poisson = {poisson:.3}, density = 1000.0 }}\n"
        );
        (end, size)
    } else {
        let stiffness = draw.magnitude(1e2, 1e7);
        let (shape, from) = match draw.next() % 2 {
            0 => ("{ kind = 'chain', length = 1.0, cells = 8 }", "from = 'edges'"),
            _ => {
                ("{ kind = 'sheet', size = [1.0, 1.0], cells = [5, 5] }", "from = 'sheet', shear = 50.0, bending = 2.0")
            }
        };
        let law = draw.choice(&[
            "law = 'linear', mass = 0.5",
            "law = 'linear', mass = 5.0",
            "law = 'cubic', cubic = 2.0, mass = 1.0",
        ]);
        text += &format!("shape = {shape}\nsprings = {{ {from}, edge = {stiffness:.3e}, {law} }}\n");
        ("[0.0, 0.0, 0.0]", 1.0)
    };
    if draw.chance(0.3) {
        text += &format!("pin = [{{ nearest = {end} }}]\n");
    }
    if draw.chance(0.6) {
        text += &format!("velocity = {{ linear = {}, angular = {} }}\n", draw.vector(2.0), draw.vector(15.0));
    }
    if draw.chance(0.4) {
        let [a, b, c] = std::array::from_fn(|_| draw.between(0.7, 1.4));
        text += &format!("displacement = {{ stretch = [{a:.3}, {b:.3}, {c:.3}] }}\n");
    }
    if draw.chance(0.5) {
        // A hand that drags.
        let stiffness = draw.magnitude(1e2, 1e5);
        let motion = if draw.chance(0.5) {
            format!(
                "{{ kind = 'oscillate', amplitude = {}, frequency = {:.3} }}",
                draw.vector(0.5 * size),
                draw.between(0.2, 4.0)
            )
        } else {
            format!("{{ kind = 'translate', velocity = {}, ramp = 0.1 }}", draw.vector(2.0))
        };
        text +=
            &format!("[[body.attach]]\nnearest = [0.3, 0.1, 0.2]\nstiffness = {stiffness:.3e}\nmotion = {motion}\n");
    }
    if draw.chance(0.5) {
        // A push that comes and goes.
        let start = draw.between(0.0, 10.0) * dt;
        text += &format!(
            "[[force]]\nkind = 'field'\nacceleration = {}\nsignal = {{ kind = 'keyframes', times = [{start:.4}, {:.4}, {:.4}], \
             values = [0.0, 1.0, 0.0] }}\n",
            draw.vector(60.0),
            start + 2.0 * dt,
            start + 6.0 * dt
        );
    }
    if kinds.contact {
        text += &format!(
            "[[contact]]\nkind = 'plane'\npoint = [0.0, 0.0, -0.6]\nnormal = [0.0, 0.0, 1.0]\nstiffness = {:.3e}\nfriction = {:.2}\n",
            draw.magnitude(1e2, 1e5),
            draw.between(0.0, 1.0)
        );
    }
    if draw.chance(0.3) {
        text += &format!(
            "[[damping]]\nkind = 'rigid-preserving'\nrate = {:.3}\nafter_step = {}\n",
            draw.between(0.0, 5.0),
            draw.chance(0.5)
        );
    }
    text
}
