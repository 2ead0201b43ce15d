import Espalier

/// A root R with containers C1…C5, each with containers G(i,1)…G(i,5).
struct Grid {
  let root = ContainerModel(id: "R")
  let tree: Tree
  let c1, c2, c5, gA, gZ: ContainerModel

  init() {
    let folders = (1...5).map { ContainerModel(id: "C\($0)") }
    let leaves = folders.map { _ in (1...5).map { ContainerModel(id: "G\($0)") } }
    for (folder, inside) in zip(folders, leaves) {
      root.add(folder)
      folder.add(inside)
    }
    (c1, c2, c5, gA, gZ) = (folders[0], folders[1], folders[4], leaves[0][0], leaves[4][4])
    tree = Tree(root)
  }
}
