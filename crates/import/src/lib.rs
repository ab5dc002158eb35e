//! Homes from the files of other projects.
//!
//! - [`thor`] reads AI2-THOR kitchens: [`thor::import`] makes a home of a plan.
//! - [`alfred`] reads tasks that were demonstrated on these kitchens: [`alfred::scenario()`] makes a
//!   scenario of each.
//! - [`bddl`] makes scenarios of BEHAVIOR's activities: [`bddl::import`].
//! - [`teach`] makes goals of the task definitions of TEACh: [`teach::Tasks::goal`].
//! - [`virtualhome`] makes homes of VirtualHome's scenes and scenarios of its recorded activities.
//! - [`walk`] says where in a home somebody can walk.
//!
//! Nothing here opens a file: the caller hands over its text. What comes out is a
//! [`scenario::checked::Home`] like any other, and `scenario::write_home` makes a file of it.

pub mod alfred;
pub mod bddl;
mod plane;
pub mod teach;
pub mod thor;
pub mod virtualhome;
pub mod walk;
