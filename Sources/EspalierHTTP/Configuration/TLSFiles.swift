import Glibc

/// The files with which a server speaks TLS itself, without a proxy: a certificate and its private key, both in PEM.
///
/// ```swift
/// await site.run(port: 443, tls: TLSFiles(certificate: "/etc/ssl/garden.pem", key: "/etc/ssl/garden.key"))
/// ```
///
/// The server reads them when it starts. Restart it when you renew the certificate.
public struct TLSFiles: Sendable, Equatable {
  /// The file with the server's certificate, followed by the intermediate ones.
  let certificate: String
  /// The file with the private key of the certificate, without a passphrase.
  let key: String

  /// Names the two files.
  public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
}

/// The texts of the two files.
struct TLSTexts: Sendable {
  let files: TLSFiles
  let certificate: [UInt8]
  let key: [UInt8]

  /// Reads the files. Throws `badCertificate` for a file that cannot be read, or that contains something else.
  init(_ files: TLSFiles) throws(ServerError) {
    self.files = files
    certificate = try Self.text(of: files.certificate, "certificate", containing: "-----BEGIN CERTIFICATE-----")
    key = try Self.text(of: files.key, "key", containing: "PRIVATE KEY-----")
    guard !Self.contains(key, "ENCRYPTED") else {
      throw ServerError(
        .badCertificate,
        "The key in \(files.key) has a passphrase; write it without one: openssl pkey -in \(files.key) -out NEW.key")
    }
  }

  /// The error for texts that the library does not accept.
  var refusal: ServerError {
    ServerError(
      .badCertificate,
      """
      The certificate in \(files.certificate) and the key in \(files.key) cannot be used; check that both are valid PEM and \
      that the key belongs to the first certificate of the file.
      """)
  }

  private static func text(
    of path: String, _ kind: String, containing mark: String
  ) throws(ServerError) -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else {
      let reason = unsafe String(cString: strerror(errno))
      throw ServerError(
        .badCertificate, "The \(kind) file \(path) cannot be read: \(reason). Name a PEM file that this user may read.",
        number: errno)
    }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: longest)
    // Safe: the buffer is an array of the given length.
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    guard count < longest, contains(bytes[..<count], mark) else {
      throw ServerError(
        .badCertificate, "The \(kind) file \(path) contains no \(kind) in PEM, which has a line with \"\(mark)\".")
    }
    // The library reads up to a zero.
    return bytes[..<count] + [0]
  }

  private static let longest = 1 << 20

  private static func contains(_ bytes: some Collection<UInt8>, _ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }
}
