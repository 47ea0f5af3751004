import { refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const bad = (title: string, query: string, names: string): BadRequest => ({
  title,
  path: `/v2/platforms?${query}`,
  code: 'invalid_parameter',
  names,
});

refusesValues('listPlatformStatus with parameters that it does not know', 'GET', [
  ...['0', '1001', '-1', '1.5', '', 'ten'].map((limit) => bad(`limit=${limit}`, `limit=${limit}`, 'limit')),
  ...['x', 'Li4', 'U0lURQ', '%00'].map((cursor) => bad(`cursor=${cursor}`, `cursor=${cursor}`, 'cursor')),
  bad('an unknown query type', 'queryType=ip', 'queryType'),
  bad('an unknown status', 'status=well', 'status'),
  bad('an unknown strength', 'strength=weak', 'strength'),
  bad('instant=false', 'instant=false', 'instant'),
  bad('a repeated tag', 'tag=a&tag=b', 'tag'),
]);
