import { encode } from 'uqr';
import style from './qr-code.module.css';

/** A QR code of a text. It is dark on white in each theme, because cameras expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return <img className={style.code} src={qrImage(text)} alt={label} />;
}

/** Returns the image as an address. The border of four modules belongs to the code. */
function qrImage(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join('')}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
