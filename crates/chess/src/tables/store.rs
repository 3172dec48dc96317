//! Tables as bytes: a head line, the values compressed by run lengths, and a BLAKE3
//! checksum of all that stands before it.
