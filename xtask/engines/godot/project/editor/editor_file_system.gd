## Stands in for the editor's view of a project: the folders below [member root].
class_name EditorFileSystem
extends RefCounted

signal filesystem_changed

var root := "user://"
var scans := 0


func is_scanning() -> bool:
	return false


func get_filesystem() -> EditorFileSystemDirectory:
	return EditorFileSystemDirectory.new(root)


func scan() -> void:
	scans += 1
	filesystem_changed.emit.call_deferred()
