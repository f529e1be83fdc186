/* macros.h -- compiler attributes shared by the public headers.  Knows no types. */
#ifndef FELT_MACROS_H
#define FELT_MACROS_H

#define FELT_MUST_USE __attribute__((warn_unused_result))
#define FELT_PRINTF(format_at, arguments_at)                                                       \
    __attribute__((format(printf, format_at, arguments_at)))

/* Symbols are hidden by default; what a public header declares is exported. */
#define FELT_API __attribute__((visibility("default")))

#ifdef __cplusplus
#define FELT_BEGIN         extern "C" {
#define FELT_END           }
#define FELT_STATIC_ASSERT static_assert
#else
#define FELT_STATIC_ASSERT _Static_assert
#define FELT_BEGIN
#define FELT_END
#endif

#endif
