func law(_ input: [UInt8]) throws(BrokenLaw) { try RequestLaw.check(input) }
