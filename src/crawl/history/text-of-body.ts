import { decodeText, readDocument } from '../../document/index.ts';
import { readableText } from '../../presentation/page-text/readable-text.ts';
import { FileReader } from '../list/compare-files.ts';

/** The text of a body as readers see it, if its type has any. */
export async function textOfBody(url: string, body: Uint8Array, contentType: string | null): Promise<string> {
  if (contentType !== 'application/pdf') return documentText(body, contentType);
  const files = new FileReader();
  try {
    const version = await files.version(url, body, contentType);
    return version.hasText
      ? await documentText(version.body, version.contentType)
      : documentText(body, contentType);
  } finally {
    await files.close();
  }
}

async function documentText(body: Uint8Array, contentType: string | null): Promise<string> {
  const document = readDocument(body, contentType);
  switch (document.type) {
    case 'html': {
      const { html, charset } = document;
      const text = await readableText(decodeText(body, charset.charset));
      return [html.title, text].filter(Boolean).join('\n\n');
    }
    case 'text':
      return document.text;
    case 'other':
      return `(${body.length} bytes of ${contentType ?? 'an unknown type'})`;
    default:
      return decodeText(body, document.charset.charset);
  }
}
