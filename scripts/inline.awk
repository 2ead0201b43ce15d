# Writes the names of wire-names.js into another module: `operation.set` becomes `'='`. Usage: awk -f inline.awk wire-names.js MODULE
FNR == NR {
  if ($1 == "export" && $5 == "{") group = $3
  else if (split($0, parts, "'") == 3) {
    gsub(/ |:/, "", parts[1])
    names[group "." parts[1]] = parts[2]
  }
  next
}

# `const { set, insert } = operation;`
/^const \{ [A-Za-z, ]+ \} = [A-Za-z]+;$/ {
  line = ""
  for (i = 3; $i != "}"; i++) {
    name = substr($NF, 1, length($NF) - 1) "." $i
    sub(/,$/, "", name)
    if (!(name in names)) break
    line = line "const " substr(name, index(name, ".") + 1) " = '" names[name] "';"
  }
  if ($i == "}") $0 = line
}

{
  line = ""
  while (match($0, /[A-Za-z_$][A-Za-z0-9_$.]*/)) {
    line = line substr($0, 1, RSTART - 1)
    word = substr($0, RSTART, RLENGTH)
    $0 = substr($0, RSTART + RLENGTH)
    if (!(word in names) || /^\(/) line = line word
    else if (line ~ /\$\{$/ && /^\}/) {
      # In a template: `${attribute.grow}`.
      line = substr(line, 1, length(line) - 2) names[word]
      $0 = substr($0, 2)
    } else line = line "'" names[word] "'"
  }
  print line $0
}
