## Stands in for the editor's singleton, which games do not have.
class_name EditorInterface
extends RefCounted

static var _files := EditorFileSystem.new()


static func get_resource_filesystem() -> EditorFileSystem:
	return _files
