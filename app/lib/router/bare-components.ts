/**
 * React Router's compiler wraps what a route exports so that its own client can hand it props. Our router does that
 * itself (vite.config.ts puts this in the place of theirs).
 */
const asItIs = <T>(component: T): T => component;

export {
  asItIs as UNSAFE_withComponentProps,
  asItIs as UNSAFE_withErrorBoundaryProps,
  asItIs as UNSAFE_withHydrateFallbackProps,
};
