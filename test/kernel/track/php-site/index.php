<?php
// A small shop whose links PHP itself rewrites (session.use_trans_sid). The file "edited" in the folder STATE is the edit.
session_start();
$_SESSION['seen'] = ($_SESSION['seen'] ?? 0) + 1;
$isEdited = file_exists(getenv('STATE') . '/edited');
$number = (int) ($_GET['item'] ?? 0);
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/robots.txt' || $number > 12) {
    http_response_code(404);
    exit;
}
?>
<!DOCTYPE html>
<title><?= $number === 0 ? 'All lamps' : "Lamp $number" ?></title>
<h1><?= $number === 0 ? 'All lamps' : "Lamp $number" ?></h1>
<p>You have seen <?= $_SESSION['seen'] ?> pages since you came in.</p>
<?php if ($number === 0) { ?>
<ul>
<?php for ($item = 1; $item <= 12; $item++) { ?>
<li><a href="index.php?item=<?= $item ?>">Lamp <?= $item ?></a></li>
<?php } ?>
</ul>
<?php } else { ?>
<p>It costs <?= 20 + $number * 7 + ($isEdited && $number === 5 ? 1 : 0) ?> EUR and burns for <?= $number * 11 ?> hours.</p>
<p><a href="index.php">All lamps</a> <a href="index.php?item=<?= $number % 12 + 1 ?>">The next lamp</a></p>
<form action="order.php" method="post"><input name="count"></form>
<?php } ?>
