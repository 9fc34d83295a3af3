import { z } from 'zod';
import { moment } from './fields.ts';
import { maxFilesPerMessage } from './file-types.ts';

/** A file is sent to nobody while it is `pending`, and never if it is `infected`. Without a scanner it is `unscanned`. */
export const attachmentStates = ['pending', 'clean', 'infected', 'unscanned'] as const;
export type AttachmentState = (typeof attachmentStates)[number];

export const attachmentSchema = z.object({
  id: z.uuid(),
  messageId: z
    .uuid()
    .nullable()
    .meta({ description: 'The message it was sent with; null for the description, and for a note' }),
  fileName: z.string(),
  contentType: z.string(),
  size: z.number().int().positive(),
  state: z.enum(attachmentStates),
  isPreviewable: z
    .boolean()
    .meta({ description: 'Whether a browser may show it: a PNG, JPEG or WebP without markup in it' }),
  isSent: z.boolean().meta({ description: 'False until the text it belongs to is sent: only its uploader sees it' }),
  createdAt: moment,
});
export type Attachment = z.infer<typeof attachmentSchema>;

export const attachmentsSchema = z.object({ files: z.array(attachmentSchema) });

/** Staff see the files of internal notes too. */
export const deskAttachmentSchema = attachmentSchema.extend({ noteId: z.uuid().nullable() });
export type DeskAttachment = z.infer<typeof deskAttachmentSchema>;
export const deskAttachmentsSchema = z.object({ files: z.array(deskAttachmentSchema) });

export const uploadQuery = z
  .strictObject({
    id: z.uuid().meta({ description: 'The ticket' }).optional(),
    customerId: z
      .uuid()
      .meta({ description: 'Instead of a ticket: the customer for whom one is about to be opened' })
      .optional(),
    // Longer names are shortened, from the left.
    name: z.string().min(1).max(1000).meta({ description: 'The name of the file, with its extension' }),
  })
  .refine(({ id, customerId }) => (id === undefined) !== (customerId === undefined), 'Name a ticket or a customer.');
export type Upload = z.infer<typeof uploadQuery>;

export const fileQuery = z.strictObject({
  id: z.uuid(),
  inline: z.enum(['1']).meta({ description: 'Show it in the browser, if it can be' }).optional(),
});

/** Ids of files that were uploaded before. */
export const fileIds = z.array(z.uuid()).max(maxFilesPerMessage);
