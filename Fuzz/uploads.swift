func law(_ input: [UInt8]) throws(BrokenLaw) { try UploadLaw.check(input) }
