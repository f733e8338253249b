/** A PDF of pages of lines, as small as the format allows (PDF 1.4, section 3.4). Lines without brackets. */
export function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const first = 4;
  const kids = pages.map((_, place) => `${first + 2 * place} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, place) => {
      const text = lines.map((line) => `(${line}) Tj 0 -14 Td`).join('\n');
      const stream = `BT /F1 12 Tf 72 720 Td\n${text}\nET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + 2 * place + 1} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places: number[] = [];
  for (const [place, object] of objects.entries()) {
    places.push(file.length);
    file += `${place + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`,
    'latin1',
  );
}
