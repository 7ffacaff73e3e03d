//! Obstacles and the penalty forces that keep vertices out of them.
