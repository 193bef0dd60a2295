internal import CLinux

/// Keeps memory that this process frees for what it asks for next, rather than to give it back to the system.
///
/// For work that takes and frees large pieces again and again: by default the system clears their pages and hands them out
/// again each time, which made a quarter of what a stream of codes cost.
///
/// - Parameter most: how many bytes are kept, for each thread; up to 32 MiB.
package func keepFreedMemory(atMost most: Int32) { beeline_keep_freed_memory(most) }
