//! Stiffness warping: linear elasticity in frames that turn, per element or per vertex. [mueller2002, mueller2004]
