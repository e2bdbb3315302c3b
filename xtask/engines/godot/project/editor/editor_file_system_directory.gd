## Stands in for a folder in the editor's view of a project.
class_name EditorFileSystemDirectory
extends RefCounted

var _path: String


func _init(path: String) -> void:
	_path = path


func get_path() -> String:
	return _path


func get_subdir_count() -> int:
	return DirAccess.get_directories_at(_path).size()


func get_subdir(at: int) -> EditorFileSystemDirectory:
	return EditorFileSystemDirectory.new(_path.path_join(DirAccess.get_directories_at(_path)[at]))
