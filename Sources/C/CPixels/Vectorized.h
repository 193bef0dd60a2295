/// Builds a function twice for processors of Intel and AMD, once for those with wider registers. The results are the same:
/// products are not fused with sums.
#if defined(__x86_64__) && defined(__linux__)
#define VECTORIZED __attribute__((target_clones("avx2", "default")))
#else
#define VECTORIZED
#endif
