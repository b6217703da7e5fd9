/** A name's number, which tells it from its neighbours: " 9" of "Harbour City, general sale 9". */
const number = /\s\d{1,5}$/;

/** A name that is cut before its number where there is too little room, so that rows of one job stay apart. */
export function KeptEnd({ children: name }: { children: string }) {
  const at = name.search(number);
  if (at <= 0) return name;
  return (
    <span className="kept">
      <span>{name.slice(0, at)}</span>
      <span>{name.slice(at)}</span>
    </span>
  );
}
