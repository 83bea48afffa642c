/** The size of each page of a PDF as the browser prints it, in millimetres: `210 × 297`. */
export const paperOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...points]) =>
    points.map((point) => Math.round((Number(point) / 72) * 25.4)).join(' × '),
  )
