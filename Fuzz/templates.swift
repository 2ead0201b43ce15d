func law(_ input: [UInt8]) throws(BrokenLaw) { try TemplateLaw.check(input) }
