//! The dark theme.

use egui::{Color32, Context, CornerRadius, FontId, Margin, Stroke, TextStyle, Theme, Vec2};

/// Interactive and selected widgets.
pub const ACCENT: Color32 = Color32::from_rgb(232, 156, 84);

/// Errors.
pub const ERROR: Color32 = Color32::from_rgb(240, 113, 105);

/// Warnings.
pub const WARNING: Color32 = Color32::from_rgb(229, 192, 103);

/// Success.
pub const GOOD: Color32 = Color32::from_rgb(138, 201, 138);

/// Background of panels.
pub const PANEL: Color32 = Color32::from_rgb(30, 32, 36);
/// Background of pictures.
pub const DEEP: Color32 = Color32::from_rgb(20, 21, 24);
/// Cards on panels.
pub const CARD: Color32 = Color32::from_rgb(38, 41, 46);
/// Separators and borders.
pub const LINE: Color32 = Color32::from_rgb(54, 58, 65);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(218, 221, 226);
/// Secondary text.
pub const WEAK: Color32 = Color32::from_rgb(150, 156, 166);

/// Applies the theme to all windows of a context.
pub fn apply(ctx: &Context) {
    ctx.set_theme(Theme::Dark);
    ctx.all_styles_mut(|style| {
        style.spacing.item_spacing = Vec2::new(8.0, 6.0);
        style.spacing.button_padding = Vec2::new(9.0, 4.0);
        style.spacing.interact_size.y = 22.0;
        style.spacing.slider_width = 110.0;
        style.spacing.combo_width = 120.0;
        style.spacing.tooltip_width = 340.0;
        style.spacing.menu_margin = Margin::same(8);
        style.spacing.scroll =
            egui::style::ScrollStyle { bar_width: 6.0, ..egui::style::ScrollStyle::solid() };
        style.text_styles.insert(TextStyle::Heading, FontId::proportional(19.0));
        style.text_styles.insert(TextStyle::Body, FontId::proportional(13.5));
        style.text_styles.insert(TextStyle::Button, FontId::proportional(13.5));
        style.text_styles.insert(TextStyle::Small, FontId::proportional(11.5));
        style.text_styles.insert(TextStyle::Monospace, FontId::monospace(13.0));
        let visuals = &mut style.visuals;
        (visuals.panel_fill, visuals.window_fill, visuals.extreme_bg_color) = (PANEL, PANEL, DEEP);
        visuals.window_stroke = Stroke::new(1.0, LINE);
        visuals.faint_bg_color = CARD;
        visuals.selection.bg_fill = ACCENT.gamma_multiply(0.35);
        visuals.selection.stroke = Stroke::new(1.0, Color32::WHITE);
        visuals.hyperlink_color = ACCENT;
        (visuals.error_fg_color, visuals.warn_fg_color) = (ERROR, WARNING);
        visuals.weak_text_color = Some(WEAK);
        visuals.slider_trailing_fill = true;
        let radius = CornerRadius::same(4);
        let widgets = &mut visuals.widgets;
        for states in [
            &mut widgets.noninteractive,
            &mut widgets.inactive,
            &mut widgets.hovered,
            &mut widgets.active,
            &mut widgets.open,
        ] {
            states.corner_radius = radius;
        }
        widgets.noninteractive.bg_stroke = Stroke::new(1.0, LINE);
        widgets.noninteractive.fg_stroke = Stroke::new(1.0, TEXT);
        widgets.inactive.fg_stroke = Stroke::new(1.0, TEXT);
        widgets.inactive.weak_bg_fill = Color32::from_rgb(49, 53, 60);
        widgets.inactive.bg_fill = Color32::from_rgb(60, 65, 73);
        widgets.hovered.weak_bg_fill = Color32::from_rgb(62, 67, 76);
        widgets.hovered.bg_stroke = Stroke::new(1.0, ACCENT.gamma_multiply(0.7));
        widgets.active.weak_bg_fill = Color32::from_rgb(74, 80, 90);
    });
}
