/** Key by which breach names of different sources are compared: letters and digits only (`Collection #1` and `Collection1` are one). */
export function breachKey(name: string): string {
  const key = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return key === '' ? name.trim().toLowerCase() : key;
}

/** A host name as sources give it (`www.Example.com`), in lower case without `www.`; null for a text that is none. */
export function breachDomain(raw: string | null | undefined): string | null {
  const host = (raw ?? '')
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');
  return /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) ? host : null;
}
