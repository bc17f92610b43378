package browse

// EvidenceBlock is evidenceBlock for tests outside the package.
const EvidenceBlock = evidenceBlock
