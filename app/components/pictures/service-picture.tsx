import { CybersecurityDrawing } from './services/cybersecurity-drawing.tsx';
import { InfrastructureDrawing } from './services/infrastructure-drawing.tsx';
import { ManagedServicesDrawing } from './services/managed-services-drawing.tsx';
import { MicrosoftCloudDrawing } from './services/microsoft-cloud-drawing.tsx';
import { Picture } from './picture.tsx';

const drawings = {
  infrastructure: InfrastructureDrawing,
  'managed-services': ManagedServicesDrawing,
  cybersecurity: CybersecurityDrawing,
  'microsoft-cloud': MicrosoftCloudDrawing,
};

type ServicePictureProps = {
  slug: keyof typeof drawings;
  /** Omit it where the service's name is beside the picture. */
  label?: string | undefined;
  className?: string | undefined;
};

export function ServicePicture({ slug, label, className }: ServicePictureProps) {
  const Drawing = drawings[slug];
  return (
    <Picture viewBox="0 0 320 240" label={label} className={`rounded-lg bg-tint ${className ?? ''}`}>
      <Drawing />
    </Picture>
  );
}
