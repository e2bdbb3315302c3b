"""Unreal runs this file when the editor starts. It adds the menu entry."""

import unreal


def add_menu_entry() -> None:
    menu = unreal.ToolMenus.get().extend_menu("LevelEditor.MainMenu.Tools")
    entry = unreal.ToolMenuEntry(name="OrogenTerrain", type=unreal.MultiBlockType.MENU_ENTRY)
    entry.set_label("Orogen: set up a terrain")
    entry.set_tool_tip("Scales, places, colours and checks landscapes from the files of orogen generate --for unreal")
    entry.set_string_command(
        unreal.ToolMenuStringCommandType.PYTHON, "", "import orogen_import; orogen_import.main([])"
    )
    menu.add_menu_entry("Orogen", entry)


add_menu_entry()
