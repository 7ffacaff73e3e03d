//! Linear tetrahedra and their materials.
