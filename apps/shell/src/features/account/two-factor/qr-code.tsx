import { encode } from 'uqr';
import { styled } from '@tessera/ui/mui';

const Code = styled('svg')({ display: 'block', width: 200, height: 200, borderRadius: 6 });

/** The four white modules that scanners need around a code (ISO/IEC 18004). */
const quiet = 4;

/** Text as a QR code: dark on white in every theme, because many scanners read nothing else. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quiet });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Code role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </Code>
  );
}
