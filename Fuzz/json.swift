func law(_ input: [UInt8]) throws(BrokenLaw) { try JSONLaw.check(input) }
