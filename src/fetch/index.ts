export type { ChangeGuard, HeldRequest } from './browser/change-guard.ts';
export { findBrowser, packagedChromiumFolder } from './browser/find-browser.ts';
export { type GuardedBrowser, openBrowser } from './browser/open-browser.ts';
export { giveCookies, PageRenderer, type RenderedPage } from './browser/page-renderer.ts';
export { type RequestAccess, RequestGate } from './browser/request-gate.ts';
export { isWebAddress, openInPage } from './browser/web-addresses.ts';
export { speaksNoTls } from './egress/connection-attempt.ts';
export type { Egress } from './egress/egress.ts';
export type { Resolve } from './egress/egress-policy.ts';
export {
  type EgressSettings,
  egressPolicy,
  networkList,
  type ProxySettings,
  refusalOfHost,
  visitorNeighbourhood,
  visitorNetwork,
} from './egress/egress-policy.ts';
export { GuardedEgress } from './egress/guarded-egress.ts';
export { FetchError, type FetchErrorCode, systemCode } from './errors.ts';
export { fileProtocol } from './file/file-protocol.ts';
export { type FtpOptions, ftpProtocol } from './ftp/ftp-protocol.ts';
export { parseChallenges } from './http/authentication.ts';
export { HttpFetcher, httpProtocol } from './http/http-fetcher.ts';
export type { FetchRequest, FetchResult } from './http/http-request.ts';
export { type HttpLimits, type HttpOptions, honestUserAgent } from './http/http-request.ts';
export { Cookies, HttpSession } from './http/http-session.ts';
export type { ResponseHeaders } from './http/response-headers.ts';
export { PdfReader } from './pdf/pdf-reader.ts';
export type { ListedEntry, ListingSpider } from './protocol/protocol.ts';
export {
  type ListingCapabilities,
  type ListingProtocol,
  lists,
  type PageFetcher,
  type PageProtocol,
  type PageSpider,
  type PlainAnswer,
  type Protocol,
  Protocols,
  pageAnswer,
  type SiteLogin,
} from './protocol/protocol.ts';
export { encodeName, folderUrl } from './protocol/url-names.ts';
export { beforeAbort, walkTree } from './protocol/walk-tree.ts';
export { sftpProtocol } from './sftp/sftp-protocol.ts';
export { type Mail, type SmtpServer, sendMail } from './smtp/smtp-client.ts';
export { BodyMemory, type BodyRoom, bodyMemory, roomOfVisit } from './transfer/body-memory.ts';
export { FileReceiver, type ReceivedFile } from './transfer/file-receiver.ts';
export { type Bandwidth, BandwidthLimit } from './transfer/paced-transfer.ts';
export {
  delayAfter,
  mayRetry,
  type RetryPolicy,
  retry,
  usualRetries,
} from './transfer/retry.ts';
