/** Whether the reader prefers pages that move little. The style sheet stops animations; code that scrolls asks here. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** How to scroll to where the reader asked for. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth')
