import type { Locator } from '@playwright/test';
import jsQR from 'jsqr';

/** What a phone reads from the QR code on the screen; undefined if it reads none. */
export async function scan(code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot()).toString('base64');
  const { pixels, width, height } = await code.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (context === null) throw new Error('The browser has no canvas.');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { pixels: [...data], width: bitmap.width, height: bitmap.height };
  }, picture);
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data;
}
