import { decodeText, readDocument } from '../../document/index.ts';

/** The text of a kept body, as far as its type has one. */
export async function bodyTextOf(url: string, body: Uint8Array, contentType: string | null): Promise<string> {
  if (contentType === 'application/pdf') {
    const { FileReader } = await import('../../crawl/index.ts');
    const version = await new FileReader().version(url, body, contentType);
    return version.hasText ? textOf(version.body, version.contentType) : textOf(body, contentType);
  }
  return textOf(body, contentType);
}

function textOf(body: Uint8Array, contentType: string | null): string {
  const document = readDocument(body, contentType);
  switch (document.type) {
    case 'html':
      return [document.html.title, document.html.bodyText].filter(Boolean).join('\n\n');
    case 'text':
      return document.text;
    case 'other':
      return `(${body.length} bytes of ${contentType ?? 'an unknown type'})`;
    default:
      return decodeText(body, document.charset.charset);
  }
}
