//! Pictures without a display: a software renderer with z-buffer, soft shadows, anti-aliasing and its own camera.
//!
//! Use it for a look at a run on any machine; for close study write `vtu` frames and open them in ParaView.

pub mod camera;
mod light;
mod raster;
mod shade;
pub mod solid;

use rayon::prelude::*;

pub use camera::Camera;
pub use solid::Solid;

use crate::mechanics::Vec3;
use light::Lamp;
use raster::Buffer;
use shade::Stage;

/// Samples along each side of a pixel on the outlines of things.
const SAMPLES: usize = 3;

/// What there is to see.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// Bodies, springs, obstacles.
    pub solids: Vec<Solid>,
    /// Planes: a point and the unit normal on the open side.
    pub planes: Vec<(Vec3, Vec3)>,
    /// Unit vector that points upwards.
    pub up: Vec3,
    /// Points that the picture must hold.
    pub focus: Vec<Vec3>,
}

/// An opaque picture, rows from the top, three bytes a pixel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green, blue.
    pub rgb: Vec<u8>,
}

impl Image {
    /// The picture as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("a header written to memory");
        writer.write_image_data(&self.rgb).expect("three bytes per pixel, written to memory");
        writer.finish().expect("the end written to memory");
        bytes
    }
}

/// A plane with the grid drawn on it.
struct Floor {
    point: Vec3,
    normal: Vec3,
    center: Vec3,
    e1: Vec3,
    e2: Vec3,
    spacing: f64,
    reach: f64,
}

/// Draws the picture. The result does not depend on the number of threads.
pub fn render(drawing: &Drawing, camera: &Camera, width: usize, height: usize) -> Image {
    let (wide, high) = (width * SAMPLES, height * SAMPLES);
    let mut buffer = Buffer::new(wide, high);
    let mut owners = Vec::new();
    let scale_x = 0.5 * wide as f64 / (camera.half_height * camera.aspect);
    let scale_y = 0.5 * high as f64 / camera.half_height;
    let nearest = 0.02 * camera.radius;
    for (s, solid) in drawing.solids.iter().enumerate() {
        let seen: Vec<Vec3> = solid.points.iter().map(|p| camera.view(*p)).collect();
        for (t, triangle) in solid.triangles.iter().enumerate() {
            let corners = triangle.map(|i| seen[i as usize]);
            // Triangles that reach behind the eye are left out: nothing that is fitted comes so close.
            if corners.iter().all(|c| c.z > nearest) {
                let place = |c: Vec3| {
                    Vec3::new(
                        0.5 * wide as f64 + scale_x * c.x / c.z,
                        0.5 * high as f64 - scale_y * c.y / c.z,
                        1.0 / c.z,
                    )
                };
                buffer.draw(owners.len() as u32, corners.map(place));
            }
            owners.push((s as u32, t as u32));
        }
    }
    let center = drawing.focus.iter().fold(Vec3::zeros(), |s, p| s + p) / drawing.focus.len().max(1) as f64;
    let radius = 1.05 * drawing.focus.iter().map(|p| (p - center).norm()).fold(1e-9 * center.norm() + 1e-15, f64::max);
    let towards = drawing.up * 1.0 - camera.right * 0.55 - camera.forward * 0.35;
    let lamp = Lamp::new(towards, &drawing.solids, center, radius);
    let floors = floors(drawing, camera, center, radius);
    let pixel = 2.0 * camera.half_height / height as f64;
    let stage = Stage { drawing, camera, floors: &floors, lamp: &lamp, buffer: &buffer, owners: &owners, pixel };

    let mut rgb = vec![0; 3 * width * height];
    rgb.par_chunks_mut(3 * width).enumerate().for_each(|(row, line)| {
        for column in 0..width {
            let ids: [u32; SAMPLES * SAMPLES] = std::array::from_fn(|k| {
                buffer.id[(row * SAMPLES + k / SAMPLES) * wide + column * SAMPLES + k % SAMPLES]
            });
            let sample = |i: usize, j: usize, id: u32| {
                let u = 2.0 * (column * SAMPLES + i) as f64 + 1.0;
                let v = 2.0 * (row * SAMPLES + j) as f64 + 1.0;
                stage.color(u / wide as f64 - 1.0, 1.0 - v / high as f64, id)
            };
            // Inside one triangle the middle speaks for the pixel; on outlines all samples do.
            let color = if ids.iter().all(|i| *i == ids[0]) {
                sample(SAMPLES / 2, SAMPLES / 2, ids[0])
            } else {
                let sum = ids.iter().enumerate().fold(Vec3::zeros(), |s, (k, id)| {
                    s + sample(k % SAMPLES, k / SAMPLES, *id).map(|c| c.clamp(0.0, 1.0))
                });
                sum / (SAMPLES * SAMPLES) as f64
            };
            for c in 0..3 {
                line[3 * column + c] = encode(color[c]);
            }
        }
    });
    Image { width, height, rgb }
}

/// Linear light to a byte of the sRGB curve.
fn encode(c: f64) -> u8 {
    let c = c.clamp(0.0, 1.0);
    let s = if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
    (255.0 * s + 0.5) as u8
}

/// The planes of the drawing, and a floor below everything if none of them is one.
fn floors(drawing: &Drawing, camera: &Camera, center: Vec3, radius: f64) -> Vec<Floor> {
    let up = drawing.up;
    let mut planes = drawing.planes.clone();
    if !planes.iter().any(|(_, n)| n.dot(&up) > 0.5) {
        let low = drawing.focus.iter().map(|p| p.dot(&up)).fold(f64::INFINITY, f64::min);
        if low.is_finite() {
            planes.push((center + up * (low - 0.08 * radius - center.dot(&up)), up));
        }
    }
    // About eight squares across the content, of a round size.
    let raw = radius / 5.0;
    let power = 10f64.powf(raw.log10().floor());
    let spacing = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= raw).unwrap_or(power);
    planes
        .into_iter()
        .map(|(point, normal)| {
            let foot = center - normal * (center - point).dot(&normal);
            let seed = if normal.dot(&up) > 0.99 { axis_across(up) } else { up.cross(&normal) };
            let e1 = seed.try_normalize(1e-12).unwrap_or(camera.right);
            let e2 = normal.cross(&e1);
            let center = Vec3::zeros()
                + e1 * (foot.dot(&e1) / spacing).round() * spacing
                + e2 * (foot.dot(&e2) / spacing).round() * spacing
                + normal * point.dot(&normal);
            Floor { point, normal, center, e1, e2, spacing, reach: 4.5 * radius }
        })
        .collect()
}

/// The coordinate axis that is most level.
fn axis_across(up: Vec3) -> Vec3 {
    if up.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing() -> Drawing {
        let mut solid = Solid::smooth([0.8, 0.2, 0.1]);
        solid.add_ball(Vec3::new(0.0, 0.0, 1.0), 1.0, 16);
        let focus = solid.points.clone();
        Drawing { solids: vec![solid], planes: vec![(Vec3::zeros(), Vec3::z())], up: Vec3::z(), focus }
    }

    #[test]
    fn a_ball_is_in_the_middle_and_the_corner_is_background() {
        let drawing = drawing();
        let camera = Camera::fit(&drawing.focus, drawing.up, 1.5);
        let image = render(&drawing, &camera, 60, 40);
        let at = |x: usize, y: usize| &image.rgb[3 * (y * 60 + x)..][..3];
        let middle = at(30, 20);
        assert!(middle[0] > 2 * middle[2], "red in the middle: {middle:?}");
        let corner = at(0, 0);
        assert!(corner.iter().all(|c| *c > 200), "pale in the corner: {corner:?}");
        // The ball's shadow on the floor is darker than the open floor.
        let darkest = (0..60).map(|x| at(x, 37)[1]).min().expect("a row has pixels");
        assert!(darkest < at(0, 37)[1] - 20);
    }

    #[test]
    fn the_same_picture_for_any_number_of_threads() {
        let drawing = drawing();
        let camera = Camera::fit(&drawing.focus, drawing.up, 1.5);
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built");
            pool.install(|| render(&drawing, &camera, 48, 32))
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn a_png_has_the_size_of_the_image() {
        let image = Image { width: 5, height: 3, rgb: vec![77; 45] };
        let decoder = png::Decoder::new(std::io::Cursor::new(image.png()));
        let mut reader = decoder.read_info().expect("a valid header");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
        let info = reader.next_frame(&mut pixels).expect("a whole picture");
        assert_eq!((info.width, info.height), (5, 3));
        assert_eq!(&pixels[..info.buffer_size()], &image.rgb[..]);
    }
}
