//! Homes are built and lived in.

mod acting;
mod breaking;
mod cleaning;
mod complaints;
mod days;
mod furniture;
mod going_on;
mod hearing;
mod home;
mod household;
mod mixing;
mod people;
mod posture;
mod properties;
mod reference_faults;
mod repeating;
mod seeing;
mod slices;
mod soak;
mod together;
