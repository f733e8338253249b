/** The text without its percent-encoding. A "%" that begins no escape of UTF-8 leaves the text as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
