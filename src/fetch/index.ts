export {
  type EgressPolicy,
  type EgressSettings,
  egressPolicy,
  type ProxySettings,
} from './egress/egress-policy.ts';
export {
  type Connection,
  type Egress,
  type EgressOptions,
  GuardedEgress,
  type Target,
} from './egress/guarded-egress.ts';
export type { Resolve } from './egress/resolver.ts';
export { specialPurpose } from './egress/special-addresses.ts';
export { FetchError, type FetchErrorCode, fetchErrors, type Hop } from './errors.ts';
export { type FileOptions, fileProtocol } from './file/file-protocol.ts';
export { type FtpOptions, ftpProtocol } from './ftp/ftp-protocol.ts';
export type { Credentials } from './http/credentials.ts';
export { HttpFetcher, type HttpOptions } from './http/http-fetcher.ts';
export { defaultLimits, type HttpLimits, honestUserAgent } from './http/http-options.ts';
export { httpProtocol } from './http/http-protocol.ts';
export type { FetchRequest, FetchResult } from './http/http-request.ts';
export { HttpSession, type SessionOptions } from './http/http-session.ts';
export type { ResponseHeaders } from './http/response-headers.ts';
export { defaultPdfLimits, type PdfLimits, type PdfText } from './pdf/pdf-limits.ts';
export { PdfReader } from './pdf/pdf-reader.ts';
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
} from './protocol/listing-spider.ts';
export { type PlainAnswer, pageAnswer } from './protocol/page-spider.ts';
export { Protocols } from './protocol/protocol.ts';
export { decodeName, encodeName, folderUrl } from './protocol/url-names.ts';
export { type TreeItem, type WalkOptions, walkTree } from './protocol/walk-tree.ts';
export { type SftpOptions, sftpProtocol } from './sftp/sftp-protocol.ts';
export { type Bandwidth, BandwidthLimit } from './transfer/bandwidth-limit.ts';
export {
  FileReceiver,
  type ReceivedFile,
  type ReceiverOptions,
  type WantedFile,
} from './transfer/file-receiver.ts';
export { defaultTransferLimits, type TransferLimits } from './transfer/transfer-limits.ts';
export {
  delayAfter,
  mayTryAgain,
  type RetryPolicy,
  tryAgain,
  usualRetries,
} from './transfer/try-again.ts';
