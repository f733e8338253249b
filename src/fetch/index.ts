export { type Bandwidth, BandwidthLimit } from './bandwidth-limit.ts';
export type { Credentials } from './credentials.ts';
export { type Connection, type Egress, type EgressOptions, GuardedEgress, type Target } from './egress.ts';
export { type EgressPolicy, type EgressSettings, egressPolicy, type ProxySettings } from './egress-policy.ts';
export { FetchError, type FetchErrorCode, fetchErrors, type Hop } from './errors.ts';
export { type FileOptions, fileProtocol } from './file/file-protocol.ts';
export { type FtpOptions, ftpProtocol } from './ftp/ftp-protocol.ts';
export { HttpFetcher, type HttpOptions } from './http-fetcher.ts';
export { defaultLimits, type HttpLimits, honestUserAgent } from './http-options.ts';
export type { FetchRequest, FetchResult } from './http-request.ts';
export { HttpSession, type SessionOptions } from './http-session.ts';
export { defaultPdfLimits, type PdfLimits, type PdfText } from './pdf/pdf-limits.ts';
export { PdfReader } from './pdf/pdf-reader.ts';
export type { Resolve } from './resolver.ts';
export type { ResponseHeaders } from './response-headers.ts';
export { type SftpOptions, sftpProtocol } from './sftp/sftp-protocol.ts';
export { specialPurpose } from './special-addresses.ts';
export {
  FileReceiver,
  type ReceivedFile,
  type ReceiverOptions,
  type WantedFile,
} from './spider/file-receiver.ts';
export { httpProtocol } from './spider/http-protocol.ts';
export { type PlainAnswer, pageAnswer } from './spider/page-answer.ts';
export { Protocols } from './spider/protocols.ts';
export {
  type ListedEntry,
  type ListedTime,
  type Listing,
  type ListingCapabilities,
  type ListingProtocol,
  type ListingSpider,
  lists,
  type PageFetcher,
  type PageProtocol,
  type PageSpider,
  type Protocol,
  type ReadOptions,
  type Site,
  type SiteLogin,
} from './spider/spider.ts';
export { defaultTransferLimits, type TransferLimits } from './spider/transfer-limits.ts';
export { decodeName, encodeName, folderUrl } from './spider/url-names.ts';
export { type TreeItem, type WalkOptions, walkTree } from './spider/walk-tree.ts';
export {
  delayAfter,
  mayTryAgain,
  type RetryPolicy,
  tryAgain,
  usualRetries,
} from './try-again.ts';
