//! Why a model cannot be built from what was given.

/// Bad input to a model; every sentence names the thing and how to mend it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// A stencil names a vertex that does not exist.
    #[error(
        "{what} {index} names vertex {vertex}, but there are {vertices} vertices (numbered from 0); correct the index"
    )]
    VertexOutOfRange {
        /// Kind of element, e.g. `spring`.
        what: &'static str,
        /// Index of the element.
        index: usize,
        /// The vertex named.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// An element names one vertex twice.
    #[error("{what} {index} uses vertex {vertex} twice; remove the element or correct its vertices")]
    RepeatedVertex {
        /// Kind of element.
        what: &'static str,
        /// Index of the element.
        index: usize,
        /// The vertex named twice.
        vertex: u32,
    },
    /// Lists that must be of one length are not.
    #[error("{found} values of {what} for {expected} {of}; give one for each")]
    LengthMismatch {
        /// What the list holds, e.g. `rest length`.
        what: &'static str,
        /// What it belongs to, e.g. `springs`.
        of: &'static str,
        /// Values given.
        found: usize,
        /// Values needed.
        expected: usize,
    },
    /// A number outside its range.
    #[error("{what} is {value}; it must be {need}")]
    BadValue {
        /// Name of the quantity.
        what: &'static str,
        /// The value found.
        value: f64,
        /// The range, e.g. `finite and not negative`.
        need: &'static str,
    },
    /// A number of one element outside its range.
    #[error("{what} {index} has {quantity} {value}; it must be {need}")]
    BadElementValue {
        /// Kind of element.
        what: &'static str,
        /// Index of the element.
        index: usize,
        /// Name of the quantity.
        quantity: &'static str,
        /// The value found.
        value: f64,
        /// The range.
        need: &'static str,
    },
    /// A direction of zero length.
    #[error("{what} is a vector of length zero (or not finite); give it a direction")]
    NoDirection {
        /// Name of the vector.
        what: &'static str,
    },
    /// Key frames whose times do not ascend.
    #[error("key frame {index} is at {time} s, not after the one before it at {before} s; sort the times")]
    TimesNotAscending {
        /// Index of the key frame.
        index: usize,
        /// Its time.
        time: f64,
        /// Time of the one before.
        before: f64,
    },
    /// Young's modulus outside its range.
    #[error("young = {young} is not a stiffness; give a finite number of pascals above 0, e.g. 1e6")]
    Young {
        /// The value given.
        young: f64,
    },
    /// Poisson's ratio outside its range.
    #[error("poisson = {poisson} is out of range; it must be above -1 and below 0.5 (0.45 is nearly incompressible)")]
    Poisson {
        /// The value given.
        poisson: f64,
    },
    /// A viscosity that would put energy in.
    #[error("the viscosities mu = {mu}, lambda = {lambda} must be finite with mu >= 0 and 2 mu + 3 lambda >= 0")]
    Viscosity {
        /// Shear viscosity in Pa s.
        mu: f64,
        /// Viscosity of volume change in Pa s.
        lambda: f64,
    },
    /// A tet without volume at rest.
    #[error("tet {tet} is flat at rest (volume {volume:.3e} m^3); remove it or mesh the shape again")]
    FlatTet {
        /// Index of the tet.
        tet: usize,
        /// Its signed volume.
        volume: f64,
    },
    /// A tet turned inside out at rest.
    #[error("tet {tet} is inside out at rest (volume {volume:.3e} m^3); swap two of its vertices")]
    InvertedTet {
        /// Index of the tet.
        tet: usize,
        /// Its signed volume.
        volume: f64,
    },
    /// A rest position that is not a number.
    #[error("vertex {vertex} of tet {tet} has a rest position that is not finite; correct its coordinates")]
    NonFiniteRest {
        /// Index of the tet.
        tet: usize,
        /// Index of the vertex.
        vertex: u32,
    },
    /// A surface without an inside.
    #[error(
        "the mesh is not closed: {edges} edges do not have two triangles each, the first between vertices {} and {}; \
         fill its holes or join vertices that stand twice", first[0], first[1]
    )]
    OpenMesh {
        /// Number of such edges.
        edges: usize,
        /// The first of them.
        first: [u32; 2],
    },
    /// A closed surface that is flat.
    #[error(
        "the mesh of {triangles} triangles is closed but holds no volume, so nothing can be inside of it; give it a thickness"
    )]
    NoVolume {
        /// Number of triangles.
        triangles: usize,
    },
    /// A surface whose triangles do not agree about its outside.
    #[error(
        "two triangles of the mesh run the same way along the edge between vertices {} and {}; turn triangles so that all \
         look outward", edge[0], edge[1]
    )]
    UnorientedMesh {
        /// The edge.
        edge: [u32; 2],
    },
    /// A list without entries.
    #[error("{what} is empty; give at least one")]
    Empty {
        /// Name of the list.
        what: &'static str,
    },
}

/// All stencils in range and without repeated vertices.
pub(crate) fn check_stencils<const A: usize>(
    what: &'static str,
    stencils: &[[u32; A]],
    vertices: usize,
) -> Result<(), ModelError> {
    for (index, stencil) in stencils.iter().enumerate() {
        for (k, vertex) in stencil.iter().copied().enumerate() {
            if vertex as usize >= vertices {
                return Err(ModelError::VertexOutOfRange { what, index, vertex, vertices });
            }
            if stencil[..k].contains(&vertex) {
                return Err(ModelError::RepeatedVertex { what, index, vertex });
            }
        }
    }
    Ok(())
}

/// One finite, non-negative value per element.
pub(crate) fn check_not_negative(what: &'static str, quantity: &'static str, values: &[f64]) -> Result<(), ModelError> {
    match values.iter().position(|v| !(v.is_finite() && *v >= 0.0)) {
        None => Ok(()),
        Some(index) => {
            let need = "finite and not negative";
            Err(ModelError::BadElementValue { what, index, quantity, value: values[index], need })
        }
    }
}

/// A finite, non-negative number.
pub(crate) fn not_negative(what: &'static str, value: f64) -> Result<f64, ModelError> {
    if value.is_finite() && value >= 0.0 {
        Ok(value)
    } else {
        Err(ModelError::BadValue { what, value, need: "finite and not negative" })
    }
}

/// A finite number above 0.
pub(crate) fn above_zero(what: &'static str, value: f64) -> Result<f64, ModelError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(ModelError::BadValue { what, value, need: "above 0 and finite" })
    }
}

/// A finite number.
pub(crate) fn finite(what: &'static str, value: f64) -> Result<f64, ModelError> {
    if value.is_finite() { Ok(value) } else { Err(ModelError::BadValue { what, value, need: "a finite number" }) }
}

/// A finite vector.
pub(crate) fn finite_vector(what: &'static str, v: [f64; 3]) -> Result<crate::mechanics::Vec3, ModelError> {
    for c in v {
        finite(what, c)?;
    }
    Ok(v.into())
}

/// A vector of length one in the given direction.
pub(crate) fn unit_vector(what: &'static str, v: [f64; 3]) -> Result<crate::mechanics::Vec3, ModelError> {
    let v = crate::mechanics::Vec3::from(v);
    // Scaled first, so that very short and very long vectors keep their direction.
    let largest = v.amax();
    if largest > 0.0 && largest.is_finite() {
        Ok((v / largest).normalize())
    } else {
        Err(ModelError::NoDirection { what })
    }
}
