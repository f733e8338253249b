export { findBrowser } from './browser/find-browser.ts';
export { type BrowserOptions, type GuardedBrowser, openBrowser } from './browser/open-browser.ts';
export { packagedChromiumFolder } from './browser/packaged-chromium.ts';
export { PageRenderer, type RenderedPage, type RendererOptions } from './browser/page-renderer.ts';
export { type RequestAccess, RequestGate } from './browser/request-gate.ts';
export { giveCookies } from './browser/session-cookies.ts';
export { speaksNoTls } from './egress/connect-failure.ts';
export type { Connection, Egress, Target } from './egress/egress.ts';
export {
  type EgressPolicy,
  type EgressSettings,
  egressPolicy,
  type ProxySettings,
  refusalOfHost,
} from './egress/egress-policy.ts';
export { type EgressOptions, GuardedEgress } from './egress/guarded-egress.ts';
export type { Resolve } from './egress/host-names.ts';
export { networkList, visitorNetwork } from './egress/network-list.ts';
export { specialPurpose } from './egress/special-addresses.ts';
export { FetchError, type FetchErrorCode, fetchErrors, type Hop, systemCode } from './errors.ts';
export { type FileOptions, fileProtocol } from './file/file-protocol.ts';
export { type FtpOptions, ftpProtocol } from './ftp/ftp-protocol.ts';
export { type Credentials, parseChallenges } from './http/authentication.ts';
export { HttpFetcher, httpProtocol } from './http/http-fetcher.ts';
export {
  defaultHttpLimits,
  type HttpLimits,
  type HttpOptions,
  honestUserAgent,
} from './http/http-options.ts';
export type { FetchRequest, FetchResult } from './http/http-request.ts';
export { HttpSession, type SessionOptions, type SessionToken } from './http/http-session.ts';
export type { ResponseHeaders } from './http/response-headers.ts';
export { defaultPdfLimits, type PdfLimits, PdfReader, type PdfText } from './pdf/pdf-reader.ts';
export type {
  ListedEntry,
  ListedTime,
  Listing,
  ListingSpider,
  ReadOptions,
} from './protocol/listing-spider.ts';
export { type PageFetcher, type PageSpider, type PlainAnswer, pageAnswer } from './protocol/page-spider.ts';
export {
  type ListingCapabilities,
  type ListingProtocol,
  lists,
  type PageProtocol,
  type Protocol,
  Protocols,
  type Site,
  type SiteLogin,
} from './protocol/protocol.ts';
export { decodeName, encodeName, folderUrl } from './protocol/url-names.ts';
export { type TreeItem, type WalkOptions, walkTree } from './protocol/walk-tree.ts';
export { type SftpOptions, sftpProtocol } from './sftp/sftp-protocol.ts';
export { type Mail, type SmtpServer, sendMail } from './smtp/smtp-client.ts';
export { type Bandwidth, BandwidthLimit } from './transfer/bandwidth-limit.ts';
export {
  FileReceiver,
  type ReceivedFile,
  type ReceiverOptions,
  type WantedFile,
} from './transfer/file-receiver.ts';
export { defaultTransferLimits, type TransferLimits } from './transfer/paced-transfer.ts';
export {
  delayAfter,
  mayTryAgain,
  type RetryPolicy,
  tryAgain,
  usualRetries,
} from './transfer/try-again.ts';
