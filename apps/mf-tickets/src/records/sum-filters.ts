/** The filters of a list's query: what it finds, on whichever page and in whichever order. */
export function filtersOf(query: Readonly<Record<string, string>>): Record<string, string> {
  const { page: _page, page_size: _size, sort: _sort, ...filters } = query;
  return filters;
}
