import { createContext } from 'react';

/** True while React Router renders its fallback document, which it requests under the home page's URL. */
export const SpaFallback = createContext(false);
