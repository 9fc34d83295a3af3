import { cybersecurity } from './cybersecurity.ts';
import { infrastructure } from './infrastructure.ts';
import { managedServices } from './managed-services.ts';
import { microsoftCloud } from './microsoft-cloud.ts';

/** In the order of docs/product.md. */
export const serviceCards = [infrastructure.card, managedServices.card, cybersecurity.card, microsoftCloud.card];
