let page = 'Tessera';
let notice: string | null = null;

function write(): void {
  const title = page === 'Tessera' ? page : `${page} · Tessera`;
  document.title = notice === null ? title : `${notice} · ${title}`;
}

/** Names the open page in the title of the tab. */
export function setPageTitle(title: string): void {
  page = title;
  write();
}

/** Puts what can't wait before the page's name, "01:12 38 seats"; null removes it. */
export function setTitleNotice(text: string | null): void {
  notice = text;
  write();
}
