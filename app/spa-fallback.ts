import { createContext } from 'react';

/** True while React Router renders its fallback document, for which it asks under the home page's URL. */
export const SpaFallback = createContext(false);
