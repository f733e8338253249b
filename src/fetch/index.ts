export { findBrowser } from './browser/find-browser.ts';
export { type GuardedBrowser, openBrowser } from './browser/open-browser.ts';
export { packagedChromiumFolder } from './browser/packaged-chromium.ts';
export { PageRenderer, type RenderedPage } from './browser/page-renderer.ts';
export { type RequestAccess, RequestGate } from './browser/request-gate.ts';
export { giveCookies } from './browser/session-cookies.ts';
export { isWebAddress, openInPage } from './browser/web-addresses.ts';
export { speaksNoTls } from './egress/connect-failure.ts';
export type { Egress } from './egress/egress.ts';
export {
  type EgressSettings,
  egressPolicy,
  type ProxySettings,
  refusalOfHost,
} from './egress/egress-policy.ts';
export { GuardedEgress } from './egress/guarded-egress.ts';
export type { Resolve } from './egress/host-names.ts';
export { networkList, visitorNeighbourhood, visitorNetwork } from './egress/network-list.ts';
export { FetchError, type FetchErrorCode, systemCode } from './errors.ts';
export { fileProtocol } from './file/file-protocol.ts';
export { type FtpOptions, ftpProtocol } from './ftp/ftp-protocol.ts';
export { parseChallenges } from './http/authentication.ts';
export { HttpFetcher, httpProtocol } from './http/http-fetcher.ts';
export { type HttpLimits, type HttpOptions, honestUserAgent } from './http/http-options.ts';
export type { FetchRequest, FetchResult } from './http/http-request.ts';
export { HttpSession } from './http/http-session.ts';
export type { ResponseHeaders } from './http/response-headers.ts';
export { PdfReader } from './pdf/pdf-reader.ts';
export type { ListedEntry, ListingSpider } from './protocol/listing-spider.ts';
export { type PageFetcher, type PageSpider, type PlainAnswer, pageAnswer } from './protocol/page-spider.ts';
export {
  type ListingCapabilities,
  type ListingProtocol,
  lists,
  type PageProtocol,
  type Protocol,
  Protocols,
  type SiteLogin,
} from './protocol/protocol.ts';
export { encodeName, folderUrl } from './protocol/url-names.ts';
export { walkTree } from './protocol/walk-tree.ts';
export { sftpProtocol } from './sftp/sftp-protocol.ts';
export { type Mail, type SmtpServer, sendMail } from './smtp/smtp-client.ts';
export { type Bandwidth, BandwidthLimit } from './transfer/bandwidth-limit.ts';
export { FileReceiver, type ReceivedFile } from './transfer/file-receiver.ts';
export {
  delayAfter,
  mayTryAgain,
  type RetryPolicy,
  tryAgain,
  usualRetries,
} from './transfer/try-again.ts';
