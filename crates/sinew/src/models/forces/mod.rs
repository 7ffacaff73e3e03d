//! Loads: gravity, fields, wind, point loads, attachments; and scripted motions.
