import { checkRoute } from './shared/v1/checks.js';
import { IP_CHECK } from './shared/v1/examples.js';
import { ipCheck, ipCheckResponse } from './shared/v1/schemas.js';

/** `POST /v1/ip`. */
export const checkIpRoute = checkRoute({
  kind: 'ip',
  operationId: 'checkIp',
  summary: 'Check an IP address',
  description:
    'Returns a risk score from 0 to 100, flags for VPN, proxy, Tor and data centres, the location and the network owner of an IP ' +
    'address.',
  examples: { request: { ip: '192.0.2.17' }, response: IP_CHECK },
  field: 'ipDetails',
  body: ipCheck,
  response: ipCheckResponse,
  error: 'invalid_ip',
});
