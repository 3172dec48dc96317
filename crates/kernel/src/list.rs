//! Lists that games fill and searches reuse, so that no node allocates.

use std::ops::{Deref, DerefMut};

/// A growable list whose memory is kept from node to node.
#[derive(Clone, Debug)]
pub struct List<T> {
    items: Vec<T>,
}

impl<T> List<T> {
    /// An empty list.
    pub const fn new() -> Self {
        List { items: Vec::new() }
    }

    /// An empty list with room for `n` items.
    pub fn with_room(n: usize) -> Self {
        List { items: Vec::with_capacity(n) }
    }

    /// Adds an item.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Forgets all items and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Keeps only the items for which `keep` says so, in order.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.items.retain(keep);
    }

    /// Shortens the list to `n` items.
    pub fn truncate(&mut self, n: usize) {
        self.items.truncate(n);
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List::new()
    }
}

impl<T> Deref for List<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for List<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T> Extend<T> for List<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.items.extend(items);
    }
}
